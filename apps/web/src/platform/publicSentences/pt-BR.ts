export const sentences = import.meta.glob<Record<string, string>>('../../../../../packages/messages/pt-BR/{common,signIn}.json', {
  import: 'default',
  eager: true,
});
