/** Endpoints of the shell by method and path alone, as those of the public pages: their schemas would weigh on every first screen. */
import type * as configuration from '@vitrine/contract/features/configuration.ts';
import type * as notifications from '@vitrine/contract/features/notifications.ts';
import type * as session from '@vitrine/contract/features/session.ts';
import { light } from './lightEndpoints.ts';

export const getConfig = light<typeof configuration.getConfig>('GET', '/api/auth/config/getConfig');
export const remoteConfig = light<typeof configuration.remoteConfig>('GET', '/api/auth/config/remote_config');
export const summary = light<typeof notifications.summary>('GET', '/api/notifications/summary');
export const changeCompany = light<typeof session.changeCompany>('POST', '/api/auth/change/companies');
