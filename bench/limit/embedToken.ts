/** What a page needs to show one report, with as few calls as possible: the address is asked once, the token each time. */

export type EmbeddedReport = { service: string; directory: string; client: string; secret: string; workspace: string; report: string };

async function json<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`The reporting service answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Answers `report_id`, `embed_url` and a fresh `token`. */
export function createEmbedTokens({ service, directory, client, secret, workspace, report }: EmbeddedReport) {
  const address = `${service}/v1.0/myorg/groups/${workspace}/reports/${report}`;

  async function signIn(): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: secret,
      scope: 'https://analysis.windows.net/powerbi/api/.default',
    });
    return (await json<{ access_token: string }>(await fetch(`${service}/${directory}/oauth2/v2.0/token`, { method: 'POST', body })))
      .access_token;
  }

  async function open(): Promise<{ authorization: string; embedUrl: string }> {
    const authorization = `Bearer ${await signIn()}`;
    const { embedUrl } = await json<{ embedUrl: string }>(await fetch(address, { headers: { authorization } }));
    return { authorization, embedUrl };
  }

  let opened: ReturnType<typeof open> | undefined;
  return async () => {
    const { authorization, embedUrl } = await (opened ??= open());
    const { token } = await json<{ token: string }>(
      await fetch(`${address}/GenerateToken`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"accessLevel":"View"}',
      }),
    );
    return { report_id: report, embed_url: embedUrl, token };
  };
}
