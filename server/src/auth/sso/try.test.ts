import { readClaims, ssoRoutes, type Trial } from '@kuwei/contract/auth/sso';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const RULES = [
  '# 教师',
  'affiliation=faculty -> identity=STAFF; role=ROLE_TEACHER; org=@department; name=@displayName',
  'affiliation=student -> identity=STUDENT',
  'affiliation=admin -> role=ROLE_ADMIN',
].join('\n');

async function tryRules(username: string, text: string, rules = RULES): Promise<Trial> {
  const { claims } = readClaims(text);
  return (await admin.call(ssoRoutes.trySsoRules, { body: { rules, username, claims } })).data;
}

test('[F-3N22] a trial shows the matching line and the resulting account, or why there is none, and writes nothing', async () => {
  const count = async () =>
    (
      await sql<{
        n: string;
      }>`select (select count(*) from sys_user) || ' ' || (select count(*) from sys_log where entity = 'sys_user') as n`.execute(
        world.services.db,
      )
    ).rows[0]!.n;
  const before = await count();
  const faculty = 'affiliation=member\naffiliation＝faculty\ndepartment: lab-bio\ndisplayName = 钱 三';
  expect(await tryRules('2026001', faculty)).toMatchObject({
    outcome: 'TAKEN',
    line: 2,
    account: { username: '2026001', name: '钱 三', identity: '教职工', roles: ['教师（课题组）'], orgs: ['分子生物学课题组'] },
  });
  expect(await tryRules('2026001', 'affiliation=guest')).toMatchObject({ outcome: 'NONE', line: null, account: null });
  expect(await tryRules('Teacher', 'affiliation=student')).toMatchObject({ outcome: 'KNOWN', line: 3, account: null });
  expect(await tryRules('2026001', 'affiliation=faculty\ndepartment=LAB-BIO')).toMatchObject({ outcome: 'CLAIM', line: 2 });
  expect(await tryRules('2026001', 'affiliation=faculty\ndepartment=NONE\ndisplayName=x')).toMatchObject({ outcome: 'ORG' });
  // Such a rule cannot be saved either, and the trial reports it for every person.
  const refused = await tryRules('2026001', 'affiliation=admin');
  expect(refused).toMatchObject({ outcome: 'ROLE', line: 4, account: null });
  expect(refused.refusal).toContain('ROLE_ADMIN');
  expect((await tryRules('2026001', 'affiliation=student', 'affiliation=student -> identity=STUDENT')).refusal).toBeNull();
  expect(await tryRules('not a name', 'affiliation=student')).toMatchObject({ outcome: 'ACCOUNT', line: 3 });
  expect((await tryRules('x', 'a=b', 'nonsense')).refusal).toContain('1');
  expect(await count()).toBe(before);
});

test('[F-3N22] attributes are parsed line by line, and the first invalid one is named', () => {
  expect(readClaims('a=1\n\n a = 2 \nurn:x=3')).toEqual({
    claims: [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
      { name: 'urn:x', value: '3' },
    ],
    unread: null,
  });
  expect(readClaims('a=1\nnothing').unread).toBe(2);
});
