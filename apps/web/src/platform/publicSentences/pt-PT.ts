export const sentences = import.meta.glob<Record<string, string>>('../../../../../packages/messages/pt-PT/{common,signIn}.json', {
  import: 'default',
  eager: true,
});
