/** In place of zod's English sentences: a form tells what is wrong in the language of its reader, from the kind of the issue. */
// oxlint-disable-next-line import/no-default-export -- what it replaces has one
export default () => ({ localeError: () => '' });
