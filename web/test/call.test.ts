import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { ERROR_TAG } from '@kuwei/contract/error';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../src/api/call.ts';
import { ApiError } from '../src/api/error.ts';
import { saveOrg } from '../src/api/org.ts';
import { usePageRole } from '../src/api/page-role.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { deviceId } from '../src/browser/device.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { pair, createRefusal, startServer, type Scripted } from './_server.ts';

let server: Scripted;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  localStorage.clear();
  server.received.length = 0;
  server.answer(() => ({ body: { ok: true } }));
  usePageRole.setState({ pageRole: null });
  saveOrg(null);
});

const signIn = (): void => void saveTokens(pair('a') as never);
const last = () => server.received.at(-1)!;
const me = '/api/auth/biz/user/by-me';
const ID = '00000000-0000-4000-8000-000000000001';

describe('requests', () => {
  test('[S7.02, S7.05] the token is sent only where the option is on', async () => {
    signIn();
    await call(userRoutes.getMe);
    expect(last().headers.authorization).toBe('Bearer token-a');
    await call(userRoutes.getMe, {}, { token: false });
    expect(last().headers.authorization).toBeUndefined();
    await call(versionRoutes.getVersion, { params: { appId: 'mg' } });
    expect(last().headers.authorization).toBeUndefined();
    await call(versionRoutes.getVersion, { params: { appId: 'mg' } }, { token: true });
    expect(last().headers.authorization).toBe('Bearer token-a');
  });

  test('[S7.03] every request carries the device id, the same for all', async () => {
    signIn();
    await call(userRoutes.getMe);
    await call(versionRoutes.getVersion, { params: { appId: 'mg' } });
    const sent = server.received.map((request) => request.headers['x-driver-id']);
    expect(sent).toEqual([deviceId(), deviceId()]);
    expect(deviceId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  test('[S7.04, S7.06] the page role is sent when requested: the current one, or the given one', async () => {
    signIn();
    usePageRole.setState({ pageRole: 'ROLE_TEACHER' });
    await call(userRoutes.getMe);
    expect(last().headers['x-page-role']).toBeUndefined();
    await call(userRoutes.getMe, {}, { pageRole: true });
    expect(last().headers['x-page-role']).toBe('ROLE_TEACHER');
    await call(userRoutes.getMe, {}, { pageRole: 'ROLE_STAFF' });
    expect(last().headers['x-page-role']).toBe('ROLE_STAFF');
    usePageRole.setState({ pageRole: null });
    await call(userRoutes.getMe, {}, { pageRole: true });
    expect(last().headers['x-page-role']).toBeUndefined();
  });

  test('writes send the current organisation and an idempotency key, reads send neither', async () => {
    signIn();
    saveOrg({ id: ID, name: '组', type: 'LAB' });
    await call(userRoutes.getMe);
    expect([last().headers['x-org-id'], last().headers['idempotency-key']]).toEqual([undefined, undefined]);
    const write = () => call(userRoutes.saveSetting, { params: { key: 'a' }, body: { value: 1 } });
    await write();
    const first = last().headers['idempotency-key'];
    expect(last().headers['x-org-id']).toBe(ID);
    await write();
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(last().headers['idempotency-key']).not.toBe(first);
    await call(userRoutes.saveSetting, { params: { key: 'a' }, body: { value: 1 } }, { org: false, idempotencyKey: 'mine' });
    expect([last().headers['x-org-id'], last().headers['idempotency-key']]).toEqual([undefined, 'mine']);
  });

  test('addresses, queries and bodies follow the declaration', async () => {
    signIn();
    await call(msgInboxRoutes.countMine, { query: { state: ['NEW', 'READ'], q: '' } });
    expect(last().path).toBe('/api/sys/msg-inbox/by-me/count');
    expect([...last().query]).toEqual([
      ['state', 'NEW'],
      ['state', 'READ'],
    ]);
    await call(userRoutes.saveSetting, { params: { key: 'a/b' }, body: { value: [1] } });
    expect([last().method, last().path, last().body]).toEqual(['PUT', '/api/auth/biz/user/by-me/setting/a%2Fb', '{"value":[1]}']);
    expect(last().headers['accept-language']).toBe('zh');
  });

  test('[S7.07, S7.13] identical calls in flight share one request, a later one is new', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.answer(async () => {
      await held;
      return { body: { menus: [] } };
    });
    const version = () => call(versionRoutes.getVersion, { params: { appId: 'mg' } }, { marginRequest: true });
    const both = Promise.all([version(), version()]);
    const other = call(versionRoutes.getVersion, { params: { appId: '0' } }, { marginRequest: true });
    const alone = call(versionRoutes.getVersion, { params: { appId: 'mg' } });
    await expect.poll(() => server.received.length).toBe(3);
    release();
    const [first, second] = await both;
    expect(first).toBe(second);
    await Promise.all([other, alone]);
    await version();
    expect(server.received).toHaveLength(4);
  });

  test('[S7.08] a file is sent as a multipart upload', async () => {
    signIn();
    const file = new File(['content of it'], '清单.pdf', { type: 'application/pdf' });
    await call(fileRoutes.upload, { file }, { onUploadProgress: () => {} });
    expect(last().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(last().body).toContain('name="file"; filename="清单.pdf"');
    expect(last().body).toContain('content of it');
  });

  test('[S7.10] upload progress reaches 100 %', async () => {
    signIn();
    const parts: number[] = [];
    const file = new File(['x'.repeat(300_000)], 'a.pdf');
    await call(fileRoutes.upload, { file }, { onUploadProgress: (part) => parts.push(part) });
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.at(-1)).toBe(1);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
  });

  test('[S5.23] a file combined with merging is rejected, and nothing is sent', async () => {
    signIn();
    const both = call(fileRoutes.upload, { file: new File(['x'], 'a.pdf') }, { marginRequest: true });
    await expect(both).rejects.toThrow('请求参数file与marginRequest不能同时为true');
    const asked = call(userRoutes.getMe, {}, { file: true, marginRequest: true });
    await expect(asked).rejects.toThrow('请求参数file与marginRequest不能同时为true');
    expect(server.received).toEqual([]);
  });

  test('[S7.09] responseAll returns status, headers and data', async () => {
    signIn();
    server.answer(() => ({ status: 201, body: { id: 1 }, headers: { 'x-request-id': 'r1' } }));
    const answer = await call(userRoutes.getMe, {}, { responseAll: true });
    expect([answer.status, answer.headers.get('x-request-id'), answer.data]).toEqual([201, 'r1', { id: 1 }]);
    expect(await call(userRoutes.getMe)).toEqual({ id: 1 });
  });
});

describe('errors', () => {
  const failure = async (): Promise<ApiError> => {
    const error = await call(versionRoutes.getVersion, { params: { appId: 'mg' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  };
  const kindOf = async (status: number, code = 'X'): Promise<string> => {
    server.answer(() => createRefusal(status, code));
    return (await failure()).kind;
  };

  test('[S8.20] 500 and above is a server error', async () => {
    expect([await kindOf(500), await kindOf(503)]).toEqual(['server', 'server']);
  });

  test('[S8.21] 401 is unauthorized', async () => expect(await kindOf(401, 'SIGN_FAIL')).toBe('unauthorized'));
  test('[S8.22] 403 is forbidden', async () => expect(await kindOf(403)).toBe('forbidden'));
  test('[S8.23] 404 is not found', async () => expect(await kindOf(404)).toBe('notFound'));

  test('[S8.24] everything else is a general error', async () => {
    expect([await kindOf(400), await kindOf(409), await kindOf(422), await kindOf(429)]).toEqual(Array(4).fill('general'));
  });

  test('[S8.25] an error carries code, message and data of the body', async () => {
    const fields = [{ path: 'name', message: '该字段不能为空' }];
    server.answer(() => createRefusal(422, 'INVALID', '有内容不符合要求', { fields, requestId: 'r9' }));
    const error = await failure();
    expect([error.status, error.code, error.message]).toEqual([422, 'INVALID', '有内容不符合要求']);
    expect([error.fields, error.requestId]).toEqual([fields, 'r9']);
  });

  test('[S8.19, S8.30] a response without our tag, or none at all, is an abnormal error', async () => {
    const abnormal = '服务器异常，请检查网络或联系管理员';
    const bodies = [
      { status: 502, text: '<html>Bad gateway</html>' },
      { status: 404, body: { code: 'NOT_FOUND', message: 'no', errorCode: 'OTHER' } },
      { status: 401, body: { code: 'TOKEN_FAIL' } },
      { status: 200, text: '<html>sign in to the campus network</html>' },
    ];
    for (const body of bodies) {
      server.answer(() => body);
      const error = await failure();
      expect([error.kind, error.message, error.status]).toEqual(['abnormal', abnormal, body.status]);
    }
    server.answer(() => ({ status: 404, body: { errorCode: ERROR_TAG, code: 'NOT_FOUND', message: 'ours', data: null } }));
    expect((await failure()).message).toBe('ours');
  });

  test('[S8.30] a network failure is an abnormal error', async () => {
    const other = await startServer();
    await other.close();
    const error = (await call(tokenRoutes.refresh, { body: { rtoken: 'x' } }).catch((thrown: unknown) => thrown)) as ApiError;
    expect([error.kind, error.status, error.message]).toEqual(['abnormal', 0, '服务器异常，请检查网络或联系管理员']);
    server = await startServer();
  });

  test('[S8.30] an interrupted download is an abnormal error, with or without progress', async () => {
    signIn();
    const download = { ...userRoutes.getMe, reply: 'file' } as const;
    server.answer(() => {
      setTimeout(() => server.server.closeAllConnections(), 50);
      return { text: 'half', headers: { 'content-length': '1000' } };
    });
    for (const options of [{}, { onDownloadProgress: () => {} }]) {
      const error = await call(download, {}, options).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).kind).toBe('abnormal');
    }
  });

  test('an aborted call is not a server error', async () => {
    server.answer(() => new Promise(() => {}));
    const stop = new AbortController();
    const asked = call(versionRoutes.getVersion, { params: { appId: 'mg' } }, { signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('input of the user is encoded in the path', async () => {
  signIn();
  await call(userRoutes.getMe);
  expect(last().path).toBe(me);
});
