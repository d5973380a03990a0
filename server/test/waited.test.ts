// Every write that waits for a lock must recheck authorization afterwards, or be listed with the reason why not.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = `${import.meta.dirname}/../src`;

/** Statements that wait for locks. */
const WAITS = /for (no key )?update|\.for(NoKey)?Update\(|pg_advisory_xact_lock\(/;
/** Calls that recheck authorization after the lock. */
const ASKS = /recheckAuthorization\(|recheckAfterWait\(|lockRights\(|lockTree\(\{|lockTree\(context\)/;

/** No caller's right is at stake, or the calling function rechecks. */
const EXEMPT: Readonly<Record<string, string>> = {
  'auth/admin-account.ts': 'Needs access to the machine.',
  'auth/link/password-request.ts': 'Not signed in.',
  'auth/link/link.ts': 'Not signed in.',
  'auth/profile/distinct-name.ts': 'Concerns only the caller’s own name.',
  'auth/proxy/log-ended.ts': 'The scheduler.',
  'auth/second-factor/totp-store.ts': 'Concerns only the caller.',
  'session/known-device.ts': 'Not signed in yet.',
  'auth/session/pairs.ts': 'The session itself.',
  'session/sessions.ts': 'The session itself; skips locked rows.',
  'auth/sso/provision.ts': 'Not signed in yet.',
  'bpm/instance.ts': 'After the document’s lock, whose step rechecks.',
  'bpm/publish.ts': 'Its handler rechecks.',
  'bpm/stuck.ts': 'The scheduler.',
  'db/rows.ts': 'Callers recheck at their own lock.',
  'site/dic/write-entries.ts': 'Writes through the dictionary form, which rechecks.',
  'services/file/files.ts': 'Concerns only the caller.',
  'site/fs/tidy.ts': 'The scheduler.',
  'platform/import/undo.ts': 'Writes through the kind’s own writer, which rechecks.',
  'platform/mail/queue.ts': 'The scheduler.',
  'platform/msg-inbox/handlers.ts': 'Concerns only the caller.',
  'platform/msg-inbox/notify.ts': 'Notifications about a write.',
  'site/nightly/run.ts': 'The scheduler.',
  'maintain/load/inspections.ts': 'Results of finished work.',
  'maintain/work/work.ts': 'The scheduler, which skips locked rows.',
  'report/plan/due.ts': 'The scheduler, which skips locked rows.',
  'start.ts': 'Startup.',
  'wms/after-sales/scheduled.ts': 'The scheduler.',
  'wms/after-sales/assert-no-case.ts': 'After the document’s lock, whose step rechecks.',
  'wms/ews-product/scheduled.ts': 'The scheduler.',
  'wms/ews-product/notify.ts': 'The scheduler.',
  'wms/inventory/scheduled.ts': 'The scheduler.',
  'wms/org-product/scheduled.ts': 'The scheduler.',
  'wms/share/scheduled.ts': 'The scheduler.',
  'wms/share/kind.ts': 'Deciding the task rechecks.',
  'wms/share/loan.ts': 'After the document’s lock, whose step rechecks.',
  'wms/transaction/document.ts': 'The step rechecks once it holds its locks.',
  'wms/transaction/review-kind.ts': 'Deciding the task rechecks.',
  'wms/transaction/submit.ts': 'After the document’s lock, whose step rechecks.',
};

test('every write that waits for a lock rechecks authorization, or is exempt', () => {
  const sources = globSync('**/*.ts', { cwd: SOURCES, exclude: (name) => name.endsWith('.test.ts') });
  const waiting = sources
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(`${SOURCES}/${path}`, 'utf8') }))
    .filter(({ text }) => WAITS.test(text));
  expect(waiting.length).toBeGreaterThan(30);
  const unchecked = waiting.filter(({ text }) => !ASKS.test(text)).map(({ path }) => path);
  expect(unchecked.toSorted()).toEqual(Object.keys(EXEMPT).toSorted());
});
