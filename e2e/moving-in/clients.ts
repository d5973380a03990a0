// The users of the move: the first administrator under both page roles, and an uninvolved user.
import { randomBytes } from 'node:crypto';
import { Client, type Reply } from '../_client.ts';
import { CATEGORY } from './university.ts';

export interface ImportClients {
  ROLE_ADMIN: Client;
  ROLE_WAREHOUSE_ADMIN: Client;
  stranger: Client;
  /** The administrator's new password. */
  password: string;
}

const BACKGROUND_USERNAME = 'moving.beside';

/** @param password of `username`; a one-time password is replaced */
export async function signInImportClients(url: string, username: string, password: string): Promise<ImportClients> {
  const own = await replacePassword(url, username, password, 'ROLE_ADMIN');
  const under = (pageRole: string): Promise<Client> => Client.signIn(url, username, pageRole, undefined, own);
  const admin = await under('ROLE_ADMIN');
  return {
    ROLE_ADMIN: admin,
    ROLE_WAREHOUSE_ADMIN: await under('ROLE_WAREHOUSE_ADMIN'),
    stranger: await signInBackgroundUser(url, admin),
    password: own,
  };
}

/** Replaces a one-time password. */
async function replacePassword(url: string, username: string, password: string, pageRole: string): Promise<string> {
  const first = await Client.signIn(url, username, pageRole, undefined, password);
  const { status, body } = await first.get<{ code?: string }>('/sys/msg-inbox/by-me?size=1');
  if (status === 200) return password;
  if (body.code !== 'PASSWORD_CHANGE_NEEDED') throw new Error(`${username} cannot sign in: ${status} ${body.code}`);
  const own = `Move-${randomBytes(9).toString('base64url')}-9`;
  await bodyOf(first.put('/auth/biz/user/by-me/password', { oldPassword: password, password: own, repeated: own }));
  return own;
}

async function signInBackgroundUser(url: string, admin: Client): Promise<Client> {
  const found = await bodyOf(
    admin.get<{ list: { id: string; username: string }[] }>(`/auth/biz/user/account?q=${BACKGROUND_USERNAME}`),
  );
  const known = found.list.find(({ username }) => username === BACKGROUND_USERNAME);
  const form = {
    username: BACKGROUND_USERNAME,
    name: '旁观者',
    roles: [{ code: 'ROLE_TEACHER', fromDay: null, untilDay: null }],
    orgs: [],
  };
  const { id } = known ?? (await bodyOf(admin.post<{ id: string }>('/auth/biz/user/account', form)));
  const once = await bodyOf(admin.post<{ password: string }>(`/auth/biz/user/account/${id}/password`, undefined));
  return Client.signIn(
    url,
    BACKGROUND_USERNAME,
    'ROLE_TEACHER',
    undefined,
    await replacePassword(url, BACKGROUND_USERNAME, once.password, 'ROLE_TEACHER'),
  );
}

/** Category of all products. */
export async function makeCategory({ ROLE_WAREHOUSE_ADMIN: keeper }: ImportClients): Promise<void> {
  const known = await bodyOf(keeper.get<{ code: string }[]>('/wms/category'));
  if (!known.some(({ code }) => code === CATEGORY))
    await bodyOf(keeper.post('/wms/category', { code: CATEGORY, name: '搬迁物资' }));
}

/** Body of a successful call. @throws Error with the refusal */
export async function bodyOf<T>(call: Promise<Reply<T>>): Promise<T> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
