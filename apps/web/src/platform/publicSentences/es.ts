export const sentences = import.meta.glob<Record<string, string>>('../../../../../packages/messages/es/{common,signIn}.json', {
  import: 'default',
  eager: true,
});
