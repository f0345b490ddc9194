import type { FastifyRequest } from 'fastify';

const words = {
  pt: {
    language: 'pt-BR',
    title: 'Quem está entrando?',
    text: (to: string): string => `Diretório local, para entrar em ${to}.`,
    nobody: 'Este diretório ainda não tem pessoas.',
    passwordTitle: 'Digite a senha',
    password: 'Senha',
    signIn: 'Entrar',
    somebodyElse: 'Entrar como outra pessoa',
    everybody: 'Neste diretório local, a senha de todos é',
    problems: {
      wrong_password: 'A senha não está certa. Tente de novo.',
      disabled: 'Esta conta está desativada no diretório.',
    },
    goOn: 'Continuar',
    out: 'Você saiu',
    outText: 'Pode fechar esta janela.',
    left: 'saída confirmada',
    notLeft: 'não confirmou a saída',
    signInAgain: 'Entrar de novo',
    signOut: 'Sair de todos',
    apps: 'Meus aplicativos',
    noApps: 'Nenhum aplicativo está registrado neste diretório. Registre um na página do serviço local.',
    refused: 'O diretório não pode continuar',
  },
  en: {
    language: 'en',
    title: 'Who is signing in?',
    text: (to: string): string => `Local directory, to go on to ${to}.`,
    nobody: 'This directory has no people yet.',
    passwordTitle: 'Enter the password',
    password: 'Password',
    signIn: 'Sign in',
    somebodyElse: 'Sign in as somebody else',
    everybody: "In this local directory, everybody's password is",
    problems: {
      wrong_password: 'That is not the password. Try again.',
      disabled: 'This account is disabled in the directory.',
    },
    goOn: 'Continue',
    out: 'You have signed out',
    outText: 'You can close this window.',
    left: 'signed out',
    notLeft: 'did not confirm',
    signInAgain: 'Sign in again',
    signOut: 'Sign out of all',
    apps: 'My apps',
    noApps: 'No application is registered in this directory. Register one on the page of the local service.',
    refused: 'The directory cannot go on',
  },
};

export type Words = (typeof words)['pt'];

/** The words of the pages in the language of the browser: Portuguese, or English. */
export const wordsOf = (call: FastifyRequest): Words => (/^pt\b/i.test(call.headers['accept-language'] ?? '') ? words.pt : words.en);
