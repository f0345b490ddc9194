/** A query and what it is to answer: what this SQL answers, these rows, or a refusal that says this. */
export type Query = [dax: string, expected: string | (string | number | boolean | null)[][] | { refused: string }];
