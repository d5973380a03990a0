// Whoever waited for a row and was ended meanwhile writes nothing: each place that waits asks again, or says why it need not.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = `${import.meta.dirname}/../src`;

/** What waits for others in a write. */
const WAITS = /for (no key )?update|\.for(NoKey)?Update\(|pg_advisory_xact_lock\(/;
/** What looks at the caller again behind its lock. */
const ASKS = /recheckAuthorization\(|recheckAfterWait\(|lockRights\(|lockTree\(\{|lockTree\(context\)/;

/** No right of a caller is at stake there, or whoever calls it asks. */
const NEED_NOT: Readonly<Record<string, string>> = {
  'auth/admin-account.ts': 'Whoever has the machine.',
  'auth/link/password-request.ts': 'Nobody has signed in.',
  'auth/link/link.ts': 'Nobody has signed in.',
  'auth/profile/distinct-name.ts': 'The own name alone.',
  'auth/proxy/log-ended.ts': 'The clock.',
  'auth/second-factor/totp-store.ts': 'Of nobody but themselves.',
  'session/known-device.ts': 'Nobody has signed in yet.',
  'auth/session/pairs.ts': 'The session itself.',
  'session/sessions.ts': 'The session itself; waits for nobody.',
  'auth/sso/provision.ts': 'Nobody has signed in yet.',
  'bpm/instance.ts': 'Behind the document, whose step asks.',
  'bpm/publish.ts': 'Its handler asks.',
  'bpm/stuck.ts': 'The clock.',
  'db/rows.ts': 'Those who write asked at their own lock.',
  'site/dic/write-entries.ts': 'Each dictionary is written as by its form, which asks.',
  'services/file/files.ts': 'Of nobody but themselves.',
  'site/fs/tidy.ts': 'The clock.',
  'platform/import/undo.ts': 'Written by the gates of its kind, which ask.',
  'platform/mail/queue.ts': 'The clock.',
  'platform/msg-inbox/handlers.ts': 'Of nobody but themselves.',
  'platform/msg-inbox/notify.ts': 'What others are told of a write.',
  'site/nightly/run.ts': 'The clock.',
  'maintain/load/inspections.ts': 'What is written of work that is over.',
  'maintain/work/work.ts': 'The clock, which waits for nobody.',
  'report/plan/due.ts': 'The clock, which waits for nobody.',
  'start.ts': 'The program as it starts.',
  'wms/after-sales/scheduled.ts': 'The clock.',
  'wms/after-sales/assert-no-case.ts': 'Behind the document, whose step asks.',
  'wms/ews-product/scheduled.ts': 'The clock.',
  'wms/ews-product/notify.ts': 'The clock.',
  'wms/inventory/scheduled.ts': 'The clock.',
  'wms/org-product/scheduled.ts': 'The clock.',
  'wms/share/scheduled.ts': 'The clock.',
  'wms/share/kind.ts': 'What is decided about a task asks.',
  'wms/share/loan.ts': 'Behind the document, whose step asks.',
  'wms/transaction/document.ts': 'The step on a document asks, once it holds all that it waits for.',
  'wms/transaction/review-kind.ts': 'What is decided about a task asks.',
  'wms/transaction/submit.ts': 'Behind the document, whose step asks.',
};

test('every place that waits for a lock looks again at who waited, or need not', () => {
  const sources = globSync('**/*.ts', { cwd: SOURCES, exclude: (name) => name.endsWith('.test.ts') });
  const waiting = sources
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(`${SOURCES}/${path}`, 'utf8') }))
    .filter(({ text }) => WAITS.test(text));
  expect(waiting.length).toBeGreaterThan(30);
  const silent = waiting.filter(({ text }) => !ASKS.test(text)).map(({ path }) => path);
  expect(silent.toSorted()).toEqual(Object.keys(NEED_NOT).toSorted());
});
