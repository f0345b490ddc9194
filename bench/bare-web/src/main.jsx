// The least React page that does what the portal's first minute does: sign in, then show the list.
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function SignIn({ onSignedIn }) {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event) {
    event.preventDefault();
    setBusy(true);
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget));
    const answer = await fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    setBusy(false);
    if (!answer.ok) return setFailure('Usuário ou senha incorretos!');
    const { token } = await answer.json();
    const list = await fetch('/api/my_reports', { headers: { authorization: `Bearer ${token}` } });
    onSignedIn(await list.json());
  }

  return (
    <form onSubmit={submit}>
      <h1>Entrar</h1>
      <label>
        E-mail <input type="email" name="email" autoComplete="username" required />
      </label>
      <label>
        Senha <input type="password" name="password" autoComplete="current-password" required />
      </label>
      <p role="alert">{failure}</p>
      <button type="submit" disabled={busy}>
        Entrar
      </button>
    </form>
  );
}

function Reports({ list }) {
  return (
    <>
      <h1>Meus relatórios ({list.meta.total})</h1>
      <table>
        <thead>
          <tr>
            <th>Título</th>
            <th>Grupo</th>
            <th>Descrição</th>
          </tr>
        </thead>
        <tbody>
          {list.data.map((report) => (
            <tr key={report.id}>
              <td>{report.title}</td>
              <td>{report.group_name}</td>
              <td>{report.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function App() {
  const [list, setList] = useState(null);
  return list ? <Reports list={list} /> : <SignIn onSignedIn={setList} />;
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
