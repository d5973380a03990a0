// The audience of a step is read by its document alone, however many others are in review, even with a plan made when there were
// few.
import { expect, test } from 'vitest';
import { openScene, saltLine, submitted } from '../../../test/_flow.ts';
import { recordQueries, literal } from '../../../test/_list-queries.ts';
import { withClient } from '../../../test/scratch.ts';

const OTHERS = 4_000;
interface Explained {
  'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }];
}

test('[F-R6] finding the audience of a submission costs the same with thousands of documents in review', async () => {
  const { world, cast, places } = await openScene();
  const heard = recordQueries(world);
  const { id } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
  const asked = heard.find(({ text }) => text.includes('some_document as materialized'))!;
  await withClient(world.database.url, async (client) => {
    const read = async (): Promise<number> => {
      const values = asked.values.map(literal).join(', ');
      const { rows } = await client.query<Explained>(`explain (analyze, buffers, format json) execute concerned(${values})`);
      const { Plan } = rows[0]!['QUERY PLAN'][0];
      return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    };
    const others = (state: 'OPEN' | 'APPROVED', seat: number) =>
      client.query(
        `insert into bpm_task (id, instance_id, key, biz_type, biz_id, round, level, node_id, name, candidate_roles, org_id, seat, state)
         select gen_random_uuid(), instance_id, key, biz_type, gen_random_uuid(), round, level, node_id, name, candidate_roles, org_id,
                $2::int + n, $3
           from bpm_task, generate_series(1, ${OTHERS}) n where biz_id = $1 and state = 'OPEN' and seat = 1`,
        [id, seat, state],
      );
    // Many decided, few pending.
    await others('APPROVED', 10_000);
    await client.query('analyze');
    // As in production: one generic plan.
    await client.query(`set plan_cache_mode = force_generic_plan; prepare concerned as ${asked.text}`);
    const few = await read();

    await others('OPEN', 1_000);
    const many = await read();
    expect({ few: few > 0, more: many - few <= 100 }).toEqual({ few: true, more: true });
  });
  await world.end();
});
