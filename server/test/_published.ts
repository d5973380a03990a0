// Publishes a definition over the one in force.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import type { Answer, Person } from './_world.ts';

/** @param admin may edit and publish definitions @returns the reply of the last call, or of the first if it was refused */
export async function published(admin: Person, key: string, xml: string): Promise<Answer<{ id: string; version: number }>> {
  const made = await admin.call(definitionRoutes.createDefinition, { body: { key, xml } });
  if (made.status !== 200) return made as Answer<never>;
  const { data } = await admin.call(definitionRoutes.listDefinitions);
  const over = data.find((row) => row.key === key && row.state === 'PUBLISHED')?.id ?? null;
  const { id, rev } = made.data;
  // Steps without people are what many tests are about.
  const { warnings } = (await admin.call(definitionRoutes.checkDefinition, { body: { key, xml } })).data;
  const confirmed = [...new Set(warnings.map(({ element }) => element))];
  const body = { rev, note: '改流程', over, confirmed };
  const answer = await admin.call(definitionRoutes.publishDefinition, { params: { id }, body });
  // A refused definition would remain as a draft.
  if (answer.status !== 200) await admin.call(definitionRoutes.deleteDefinition, { params: { id } });
  return answer;
}
