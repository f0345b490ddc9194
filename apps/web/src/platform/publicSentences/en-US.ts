export const sentences = import.meta.glob<Record<string, string>>('../../../../../packages/messages/en-US/{common,signIn}.json', {
  import: 'default',
  eager: true,
});
