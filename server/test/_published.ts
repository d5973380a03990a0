// Publishes a definition over whatever is in force.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import type { Answer, Person } from './_world.ts';

/** @param admin may draw up and publish @returns what the last call was answered, also where the first one was refused */
export async function published(admin: Person, key: string, xml: string): Promise<Answer<{ id: string; version: number }>> {
  const made = await admin.call(definitionRoutes.createDefinition, { body: { key, xml } });
  if (made.status !== 200) return made as Answer<never>;
  const { data } = await admin.call(definitionRoutes.listDefinitions);
  const over = data.find((row) => row.key === key && row.state === 'PUBLISHED')?.id ?? null;
  const { id, rev } = made.data;
  const answer = await admin.call(definitionRoutes.publishDefinition, { params: { id }, body: { rev, note: '改流程', over } });
  // What is refused would lie about as a draft.
  if (answer.status !== 200) await admin.call(definitionRoutes.deleteDefinition, { params: { id } });
  return answer;
}
