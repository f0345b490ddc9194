/**
 * Endpoints of the public pages by method and path alone. The contract's schemas weigh 25 KB, and the sign-in page is
 * counted in kilobytes. Paths are checked against the contract by the compiler, methods by the test beside this file.
 */
import type { Endpoint, Method } from '@vitrine/contract/endpoint.ts';
import type * as session from '@vitrine/contract/features/session.ts';

/** An endpoint as a call needs it. */
export const light = <E extends Endpoint>(method: Method, path: E['path']): E => ({ method, path }) as E;

export const login = light<typeof session.login>('POST', '/api/login');
export const loginConfig = light<typeof session.loginConfig>('POST', '/api/login/config');
export const logout = light<typeof session.logout>('POST', '/api/logout');
export const refreshToken = light<typeof session.refreshToken>('POST', '/api/refresh/token');
export const refreshLog = light<typeof session.refreshLog>('POST', '/api/refresh/log/auth');
export const eventLogout = light<typeof session.eventLogout>('POST', '/api/event/logout');
export const forgotPassword = light<typeof session.forgotPassword>('POST', '/api/forgot/password');
export const newPasswordForm = light<typeof session.newPasswordForm>('POST', '/api/new/password/form');
export const newPassword = light<typeof session.newPassword>('POST', '/api/new/password');
export const changeLanguage = light<typeof session.changeLanguage>('PUT', '/api/profile/language');
