// Why a person may see a menu entry, apart from rules: taken from the menu preview.
import type { VisibilityExplanation, RuleReason } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { joinList } from '@kuwei/contract/phrase';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { loadMenuPreview } from '../../platform/menu/load-preview.ts';
import { chainOf, formatMenuPath } from '../../platform/menu/path.ts';

/** @throws AppError NOT_FOUND */
export async function checkEntryVisibility(
  db: Kysely<DB>,
  { userId, subjectId: id }: { userId: string; subjectId: string },
  locale: Locale,
) {
  const { entries, roles, seen, nameOf } = await loadMenuPreview(db, { userId }, locale);
  const chain = chainOf(entries, id);
  const [entry, verdict] = [chain.at(-1), seen.find((each) => each.id === id)];
  if (!entry || !verdict) throw new AppError('NOT_FOUND', { field: 'subjectId' });
  const called = (codes: readonly string[]) => codes.map((code) => ({ code, name: nameOf(code) }));
  const names = (codes: readonly string[]): string => joinList(locale, codes.map(nameOf));
  const held = entry.role.filter((code) =>
    roles.some((role) => role.code === code || role.powers.some((power) => power.code === code)),
  );
  const reason = (kind: RuleReason['kind'], codes: readonly string[] = []): RuleReason => ({
    kind,
    id,
    name: names(codes),
    ownerType: null,
    exports: false,
    untilDay: null,
    of: called(codes),
  });
  const reasons = {
    ROLE: [entry.role.length === 0 ? reason('EVERYBODY') : reason('ROLE', held)],
    BELOW: [reason('BELOW')],
    // Explained by the rules themselves.
    RULE: [],
  }[verdict.by ?? 'RULE'];
  const isHidden = chain.some(({ show }) => !show);
  const obstacles: VisibilityExplanation['obstacles'] =
    verdict.why === 'SEEN'
      ? []
      : [{ kind: isHidden ? 'HIDDEN' : verdict.why, id: null, name: names(verdict.needs), day: null, of: called(verdict.needs) }];
  const subject = { id, code: entry.code, name: formatMenuPath(entries, id, locale) };
  return { subject, chain: chain.map((each) => each.id), seen: verdict.why === 'SEEN', reasons, obstacles };
}
