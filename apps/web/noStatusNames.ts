/** In place of axios's names of status codes, which nobody here calls by name. */
// oxlint-disable-next-line import/no-default-export -- what it replaces has one
export default {};
