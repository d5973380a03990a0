import { NEW_PASSWORD_LENGTH } from '@kuwei/contract/auth/password';
import { AppError, type Fault } from '@kuwei/contract/error';
import type { Settings } from '../../services/settings.ts';
import { isGuessable } from './strength.ts';

export const refused = (path: string, key: Fault['key']): AppError => new AppError('INVALID', { faults: [{ path, key }] });

/** @throws AppError INVALID if it is too short, equals the username or is easily guessed */
export async function assertValid(
  password: string,
  { username, name, email, phone }: { username: string; name: string; email: string | null; phone: string | null },
  settings: Settings,
): Promise<void> {
  const [min, { max }] = [settings.get('SYS_PASSWORD_MIN_LENGTH'), NEW_PASSWORD_LENGTH];
  if (password.length < min)
    throw new AppError('INVALID', { faults: [{ path: 'password', key: 'rule.length', params: { min, max } }] });
  if (password.toLowerCase() === username.toLowerCase()) throw refused('password', 'rule.passwordName');
  const known = [username, name, email ?? '', phone ?? ''].filter((text) => text !== '');
  if (await isGuessable(password, known, settings.get('SYS_PASSWORD_STRENGTH'))) throw refused('password', 'rule.passwordWeak');
}
