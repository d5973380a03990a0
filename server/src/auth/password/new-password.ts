import { AppError, type Fault } from '@kuwei/contract/error';
import { isGuessable } from './strength.ts';

export const refused = (path: string, key: Fault['key']): AppError => new AppError('INVALID', { faults: [{ path, key }] });

/** @throws AppError INVALID where it is the username, or one that is guessed first */
export async function mustBeGood(
  password: string,
  { username, name, email, phone }: { username: string; name: string; email: string | null; phone: string | null },
): Promise<void> {
  if (password.toLowerCase() === username.toLowerCase()) throw refused('password', 'rule.passwordName');
  const known = [username, name, email ?? '', phone ?? ''].filter((text) => text !== '');
  if (await isGuessable(password, known)) throw refused('password', 'rule.passwordWeak');
}
