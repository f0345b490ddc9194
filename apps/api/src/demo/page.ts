/** A page of HTML as units publish it: styles on the elements, nothing that runs. */
const cell = 'padding: 10px 14px; border-bottom: 1px solid #eadfda;';
const goal = (name: string, target: string, now: string, share: number) => `
      <tr>
        <td style="${cell}">${name}</td>
        <td style="${cell} text-align: right;">${target}</td>
        <td style="${cell} text-align: right;">${now}</td>
        <td style="${cell} width: 40%;">
          <div style="height: 10px; border-radius: 5px; background: #f6e7e4;">
            <div style="height: 10px; width: ${share}%; border-radius: 5px; background: #b8324f;"></div>
          </div>
        </td>
      </tr>`;

export const demoPage = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <title>Metas de 2026</title>
  </head>
  <body>
    <div style="max-width: 760px; margin: 40px auto; padding: 0 24px; font-family: system-ui, sans-serif; color: #2b1d2e;">
      <h1 style="margin: 0 0 4px; font-size: 28px;">Metas de 2026</h1>
      <p style="margin: 0 0 24px; color: #6d5c70;">Acordadas com a diretoria em janeiro. Situação de novembro.</p>
      <table style="width: 100%; border-collapse: collapse; font-size: 15px;">
        <tr>
          <th style="${cell} text-align: left;">Meta</th>
          <th style="${cell} text-align: right;">Alvo</th>
          <th style="${cell} text-align: right;">Hoje</th>
          <th style="${cell}"></th>
        </tr>${goal('Receita da rede', 'R$ 84 mi', 'R$ 71 mi', 85)}${goal('Margem bruta', '38 %', '36,4 %', 96)}${goal('Lojas novas', '4', '3', 75)}${goal('Satisfação de clientes', '4,6', '4,5', 98)}
      </table>
      <p style="margin-top: 24px; color: #6d5c70; font-size: 13px;">Dúvidas: Inteligência de mercado.</p>
    </div>
  </body>
</html>
`;
