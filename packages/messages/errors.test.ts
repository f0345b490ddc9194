import { errors } from '@vitrine/contract/errors.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (locale: string, file: string) =>
  JSON.parse(readFileSync(new URL(`${locale}/${file}`, import.meta.url), 'utf8')) as Record<string, unknown>;
const withoutPlural = (key: string) => key.replace(/_(zero|one|many|other)$/, '');

test.each(locales)('%s has a sentence for every failure', (locale) => {
  const words = [...new Set(Object.keys(read(locale, 'errors.json')).map(withoutPlural))];
  expect(words.sort()).toEqual(Object.keys(errors).sort());
});

test('the sentences of docs/reference/specification.md 8 are word for word', () => {
  expect(read('en-US', 'errors.json')).toMatchObject({
    unexpected: 'Oops! An error occurred!',
    error_azure_not_companies: 'Request access to a business unit from the administrator!',
    hours_not_allowed: 'Hour/Time not allowed!',
    error_user_or_password: 'Incorrect user or password!',
    ip_not_allowed: 'IP not allowed!',
    domain_not_allowed: 'No access on this domain!',
    not_found: 'No records found!',
    slideshow_empty: 'No reports in the slideshow',
    forbidden: 'Unauthorized access!',
    finish_test: 'The trial period has ended!',
    blocked: 'The user is blocked!',
    user_disable: 'The user has been deactivated!',
    inactive: 'The user is inactive!',
    not_found_companies: 'The user has no company!',
    group_not_found: 'This group does not exist!',
    ticket_not_found: 'This ticket does not exist',
    export_failed: 'Error exporting the file',
    mail_failed: 'Error sending password recovery email!',
    password_not_changeable: 'Your authentication method does not allow changing the password!',
    user_limit_reached: 'User limit reached',
    unit_user_limit_reached: 'The business unit user limit has been reached',
    users_not_registered_other: '{{count}} users were not registered due to identified errors.',
    functionality_not_allowed: 'You do not have access to this functionality',
    page_not_allowed: 'You do not have permission to access this page.',
    user_without_feature: 'The user does not have access to this feature',
    import_file_invalid: 'Invalid import file or insufficient lines',
  });
  expect(read('pt-BR', 'errors.json')).toMatchObject({ error_authentication: 'Error ao autenticar!' });
  expect(read('en-US', 'fields.json')).toMatchObject({ reasons: { required: '{{field}} is required!', invalid: '{{field}} is invalid!' } });
});
