import { strToU8, zipSync } from 'fflate';
import { expect, test } from '../fixture.ts';
import { demoApplication } from '@vitrine/powerbi-emulator/demo.ts';
test('look', async ({ host, service, page }) => {
  const o = service.emulator.origin;
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: demoApplication.client_id, client_secret: demoApplication.client_secret, scope: 'https://analysis.windows.net/powerbi/api/.default' });
  const { access_token } = await (await fetch(`${o}/${demoApplication.tenant_id}/oauth2/v2.0/token`, { method: 'POST', body: form })).json() as any;
  const h = { authorization: `Bearer ${access_token}` };
  const group = await service.groupOf('2e9f4b18-6c7d-4d21-8f5a-90b3c1e7d411');
  const stores = Array.from({ length: 24 }, (_, i) => ({ Loja: `Loja ${String(i + 1).padStart(2, '0')} ${['Centro', 'Shopping', 'Norte'][i % 3]}`, Região: ['Sul', 'Sudeste', 'Nordeste', 'Norte'][i % 4], Gerente: ['Ana', 'Bruno', 'Carla', 'Davi', 'Elis', 'Fábio', 'Gil'][i % 7] }));
  const prods = Array.from({ length: 40 }, (_, i) => ({ Produto: `Produto ${i + 1}`, Categoria: ['Moda', 'Casa', 'Eletro', 'Livros', 'Jogos'][i % 5] }));
  const rows = Array.from({ length: 3000 }, (_, i) => { const d = new Date(Date.UTC(2025, 0, 1 + (i * 7) % 540)); return [d.toISOString().slice(0, 10), stores[(i * 5) % 24]!.Loja, prods[(i * 3) % 40]!.Produto, (i % 5) + 1, (50 + ((i * 37) % 400)).toFixed(2)].join(','); });
  const archive = zipSync({ 'Vendas.csv': strToU8(`Data,Loja,Produto,Quantidade,Valor\n${rows.join('\n')}\n`), 'Lojas.json': strToU8(JSON.stringify(stores)), 'Produtos.json': strToU8(JSON.stringify(prods)) });
  const publish = async (name: string, bytes: Uint8Array) => {
    const fd = new FormData(); fd.append('f', new Blob([bytes as never]), name);
    const { id } = await (await fetch(`${o}/v1.0/myorg/groups/${group}/imports?datasetDisplayName=${encodeURIComponent(name)}`, { method: 'POST', headers: h, body: fd })).json() as any;
    for (;;) { service.emulator.clock.advance(1000); const r = await (await fetch(`${o}/v1.0/myorg/groups/${group}/imports/${id}`, { headers: h })).json() as any; if (r.importState !== 'Publishing') { console.log(JSON.stringify(r)); return r; } await new Promise(r => setTimeout(r, 100)); }
  };
  for (const [name, bytes] of [['Rede de lojas.zip', archive], ['Clientes.csv', strToU8('Nome;Cidade;Idade\nAna Souza;Recife;33\nBruno Lima;Natal;41\nCarla Dias;Recife;28\nDavi Melo;Belém;55\n')]] as const) {
    const r = await publish(name, bytes);
    const rid = r.reports[0].id, did = r.datasets[0].id;
    const t = await (await fetch(`${o}/v1.0/myorg/GenerateToken`, { method: 'POST', headers: { ...h, 'content-type': 'application/json' }, body: JSON.stringify({ reports: [{ id: rid }], datasets: [{ id: did }] }) })).json() as any;
    await page.setViewportSize({ width: 1280, height: 800 });
    await host.open({ report: rid, token: t.token, config: { embedUrl: `https://app.powerbi.com/reportEmbed?reportId=${rid}` } });
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/p5/look-${name}.png` });
    await host.view.getByRole('tab', { name: 'Dados' }).click(); await page.waitForTimeout(1000);
    await page.screenshot({ path: `/tmp/p5/look-${name}-2.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await host.open({ report: rid, token: t.token, config: { embedUrl: `https://app.powerbi.com/reportEmbed?reportId=${rid}`, settings: { layoutType: 2 } as never } });
    await page.waitForTimeout(1000);
    await page.screenshot({ path: `/tmp/p5/look-${name}-m.png` });
  }
  expect(1).toBe(1);
});
