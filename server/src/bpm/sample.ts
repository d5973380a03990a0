// Input of a dry run: place, owner and applicant as chosen by the user.
import type { Sample } from '@kuwei/contract/bpm/definition';
import type { Candidate } from '@kuwei/contract/bpm/graph';
import type { Locale } from '@kuwei/contract/constants';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import { listCandidatePeople } from './task-candidates.ts';
import { peopleOf, type Subject } from './candidates.ts';
import type { Kind } from './kind.ts';
import { NIL_ID } from '../db/id.ts';

export interface TrialSubject extends Subject {
  placeId: string;
  /** The applicants, who may not decide. */
  barred: string[];
}

/** Defaults to the first place and its own organisation. */
export async function buildTrialSubject(db: Kysely<DB>, kind: Kind, sample: Sample, locale: Locale): Promise<TrialSubject> {
  const places = await kind.places(db, locale);
  const place = places.find(({ id }) => id === sample.placeId) ?? places[0];
  const orgId = place?.orgId ?? NIL_ID;
  const applicantOrgId = sample.applicantOrgId ?? orgId;
  return {
    bizId: NIL_ID,
    placeId: place?.id ?? NIL_ID,
    orgId,
    applicantOrgId,
    ownerOrgId: sample.ownerOrgId ?? applicantOrgId,
    barred: sample.applicantId === null ? [] : [sample.applicantId],
  };
}

interface Person {
  id: string;
  name: string;
}

/** Current candidates of each: active, and not the applicant. */
export async function listCandidatesOfEach(
  db: Kysely<DB>,
  kind: Kind,
  sample: Sample,
  candidates: readonly Candidate[],
  locale: Locale,
): Promise<Person[][]> {
  const subject = await buildTrialSubject(db, kind, sample, locale);
  const asked = [];
  for (const [at, candidate] of candidates.entries()) {
    const ids = await peopleOf(db, kind, subject, candidate);
    asked.push({ key: String(at), orgId: subject.orgId, roles: [], everywhere: [], ids, barred: subject.barred });
  }
  const people = await listCandidatePeople(db, asked);
  return candidates.map((_, at) => people.get(String(at)) ?? []);
}
