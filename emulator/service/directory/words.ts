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
    consent: {
      title: 'Permitir o acesso?',
      text: (to: string): string => `${to} quer saber quem você é:`,
      scopes: {
        openid: 'Entrar com a sua conta',
        profile: 'Ver o seu nome e o seu perfil básico',
        email: 'Ver o seu e-mail',
        offline_access: 'Continuar com acesso quando você sair',
      } as Record<string, string>,
      accept: 'Aceitar',
      decline: 'Cancelar',
      once: 'O diretório pergunta uma vez por aplicativo.',
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
    consent: {
      title: 'Allow access?',
      text: (to: string): string => `${to} wants to know who you are:`,
      scopes: {
        openid: 'Sign you in with your account',
        profile: 'See your name and basic profile',
        email: 'See your mail address',
        offline_access: 'Keep access when you have left',
      } as Record<string, string>,
      accept: 'Accept',
      decline: 'Cancel',
      once: 'The directory asks once for each application.',
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
