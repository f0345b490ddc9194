/** Endpoints of the second step, of registration and of terms, without the contract's schemas, like `lightEndpoints.ts`; they come when they are needed. */
import type * as contract from '@vitrine/contract/features/secondFactor.ts';
import type * as registration from '@vitrine/contract/features/registration.ts';
import type * as terms from '@vitrine/contract/features/terms.ts';
import { light } from '../../core/lightEndpoints.ts';

export const verifyCode = light<typeof contract.verifyCode>('POST', '/api/login/2fa');
export const sendCode = light<typeof contract.sendCode>('POST', '/api/login/2fa/email');
export const verifyPasskeyOptions = light<typeof contract.verifyPasskeyOptions>('POST', '/api/login/2fa/passkey/options');
export const verifyPasskey = light<typeof contract.verifyPasskey>('POST', '/api/login/2fa/passkey');
export const passkeySignInOptions = light<typeof contract.passkeySignInOptions>('POST', '/api/login/passkey/options');
export const passkeySignIn = light<typeof contract.passkeySignIn>('POST', '/api/login/passkey');
export const setupForm = light<typeof contract.setupForm>('POST', '/api/config/2fa');
export const setupAppStart = light<typeof contract.setupAppStart>('POST', '/api/config/2fa/app/start');
export const setupApp = light<typeof contract.setupApp>('POST', '/api/config/2fa/app');
export const setupEmailStart = light<typeof contract.setupEmailStart>('POST', '/api/config/2fa/email/start');
export const setupEmail = light<typeof contract.setupEmail>('POST', '/api/config/2fa/email');
export const setupPasskeyOptions = light<typeof contract.setupPasskeyOptions>('POST', '/api/config/2fa/passkey/options');
export const setupPasskey = light<typeof contract.setupPasskey>('POST', '/api/config/2fa/passkey');
export const setupFinish = light<typeof contract.setupFinish>('POST', '/api/config/2fa/finish');

export const isEnable = light<typeof registration.isEnable>('GET', '/api/register/isEnable');
export const register = light<typeof registration.register>('POST', '/api/register');
export const registerForm = light<typeof registration.registerForm>('POST', '/api/register/form');
export const registerFinish = light<typeof registration.registerFinish>('POST', '/api/register/finish');

export const atSignIn = light<typeof terms.atSignIn>('POST', '/api/login/terms');
