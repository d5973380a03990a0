// Parses a user task: candidates, quorum, copies and time limit.
import {
  CANDIDATE_KINDS,
  LEADER_SCOPES,
  LIMIT_ACTIONS,
  NO_CANDIDATE_ACTIONS,
  QUORUMS,
  ROLE_PLACES,
} from '@kuwei/contract/bpm/extension';
import type { Candidate, Limit, Step } from '@kuwei/contract/bpm/graph';
import type { Fault } from '@kuwei/contract/error';
import { idOf, type Element, type Extension } from './element.ts';

const HOURS_MAX = 24 * 366;

const fault = (path: string, key: Fault['key'], params?: Fault['params']): Fault => ({
  path,
  key,
  ...(params ? { params } : {}),
});

const isOneOf = <const V extends readonly string[]>(values: V, value: string | undefined): value is V[number] =>
  value !== undefined && values.includes(value);

export function stepOf(element: Element, faults: Fault[]): Step {
  const id = idOf(element);
  const { roles = '', quorum = 'ONE', share = 0, count = 0, nobody = 'WAIT' } = element;
  const own = element.extensionElements?.values ?? [];
  const wrong = (name: string, values: readonly string[]): void =>
    void faults.push(fault(id, 'rule.flow.choice', { name, values: values.join(' ') }));
  if (!isOneOf(QUORUMS, quorum)) wrong('quorum', QUORUMS);
  if (!isOneOf(NO_CANDIDATE_ACTIONS, nobody)) wrong('nobody', NO_CANDIDATE_ACTIONS);
  if (quorum === 'SHARE' && !(share >= 1 && share <= 100)) faults.push(fault(id, 'rule.flow.share'));
  if (quorum === 'COUNT' && !(count >= 1 && count <= 100)) faults.push(fault(id, 'rule.flow.count'));
  const listed = roles.split(',').map((role) => role.trim());
  const limits = own.filter(({ $type }) => $type === 'kuwei:Limit');
  if (limits.length > 1) faults.push(fault(id, 'rule.flow.oneLimit'));
  return {
    candidates: [
      ...listed.filter(Boolean).map((role): Candidate => ({ kind: 'ROLE', role, at: 'HERE' })),
      ...own.filter(({ $type }) => $type === 'kuwei:Candidate').map((each) => parseCandidate(id, each, faults)),
    ],
    quorum: isOneOf(QUORUMS, quorum) ? quorum : 'ONE',
    amount: quorum === 'SHARE' ? share : quorum === 'COUNT' ? count : 0,
    nobody: isOneOf(NO_CANDIDATE_ACTIONS, nobody) ? nobody : 'WAIT',
    limit: limits[0] ? parseLimit(id, limits[0], faults) : null,
  };
}

export const copiesOf = (element: Element, faults: Fault[]): Candidate[] =>
  (element.extensionElements?.values ?? [])
    .filter(({ $type }) => $type === 'kuwei:Copy')
    .map((each) => parseCandidate(idOf(element), each, faults));

function parseLimit(id: string, { hours = 0, action, candidates = [] }: Extension, faults: Fault[]): Limit {
  if (!(hours >= 1 && hours <= HOURS_MAX)) faults.push(fault(id, 'rule.flow.hours', { max: HOURS_MAX }));
  if (!isOneOf(LIMIT_ACTIONS, action))
    faults.push(fault(id, 'rule.flow.choice', { name: 'action', values: LIMIT_ACTIONS.join(' ') }));
  if ((action === 'ESCALATE') !== candidates.length > 0) faults.push(fault(id, 'rule.flow.escalation'));
  return {
    hours,
    action: isOneOf(LIMIT_ACTIONS, action) ? action : 'REMIND',
    candidates: candidates.map((each) => parseCandidate(id, each, faults)),
  };
}

function parseCandidate(id: string, given: Extension, faults: Fault[]): Candidate {
  const { kind, role = '', at = 'HERE', of, person = '', group = '', field = '' } = given;
  const choice = (name: string, values: readonly string[]): void =>
    void faults.push(fault(id, 'rule.flow.choice', { name, values: values.join(' ') }));
  const needs = (name: string, value: string): void =>
    void (value === '' && faults.push(fault(id, 'rule.flow.missing', { name })));
  switch (kind) {
    case 'ROLE':
      needs('role', role);
      if (!isOneOf(ROLE_PLACES, at)) choice('at', ROLE_PLACES);
      return { kind, role, at: at === 'EVERYWHERE' ? at : 'HERE' };
    case 'LEADER':
      if (!isOneOf(LEADER_SCOPES, of)) choice('of', LEADER_SCOPES);
      return { kind, of: of === 'APPLICANT' ? of : 'OWNER' };
    case 'PERSON':
      needs('person', person);
      return { kind, person };
    case 'GROUP':
      needs('group', group);
      return { kind, group };
    case 'FIELD':
      needs('field', field);
      return { kind, field };
    default:
      choice('kind', CANDIDATE_KINDS);
      return { kind: 'PERSON', person: '' };
  }
}
