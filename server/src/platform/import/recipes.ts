// Recipes: answers about the columns of a list, used again by itself for the next list with the same headings.
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { COMMAS } from '@kuwei/contract/workbook/read-comma';
import { headingText } from '@kuwei/contract/workbook/headings';
import type { ImportQuery, ImportReply } from '@kuwei/contract/workbook/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Caller, WriteContext } from '../../context.ts';
import { newId, NIL_ID } from '../../db/id.ts';
import type { DB } from '../../db/types.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import type { Sheet } from '../workbook/workbook.ts';
import { say } from '../../phrase.ts';
import type { ImportTable } from './kind.ts';

const choiceSchema = z.object({
  /** Our key by normalized heading, in the order of the columns; empty for one that is left out. */
  columns: z.array(z.tuple([z.string(), z.string()])),
  /** As in `importQuery`. */
  values: z.string(),
  comma: z.optional(z.enum(COMMAS)),
});
type Choice = z.infer<typeof choiceSchema>;

export interface Recipe {
  id: string;
  name: string;
  by: string;
  headings: string;
  choice: Choice;
}

type Answers = Pick<ImportQuery, 'columns' | 'values' | 'comma'>;

/** Longest headings of a recipe, in characters altogether. */
const HEADINGS_MAX = 10_000;
/** Most recipes looked at, newest first. */
const RECIPES_MAX = 200;

type RecipeTable = Pick<ImportTable<unknown>, 'entity' | 'key'>;

const kindOf = ({ entity, key }: RecipeTable): string => `${entity}.${key}`;

/** The headings of a sheet in an order of their own. */
const headingsOf = ({ headings }: Pick<Sheet, 'headings'>): string =>
  headings
    .map(headingText)
    .filter((heading) => heading !== '')
    .toSorted()
    .join('\n');

/** Recipes for an import: the caller's own first, then those of people in their organisations. */
export const recipesFor = (
  db: Kysely<DB>,
  table: RecipeTable,
  { userId, orgs }: Pick<Caller, 'userId' | 'orgs'>,
): Promise<Recipe[]> => {
  const orgIds = orgs.map(({ id }) => id);
  return findRecipes(
    db,
    table,
    userId,
    sql`r.created_by = ${userId} or r.created_by in (select user_id from wms_org_member where org_id = any(${orgIds}::uuid[]))`,
  );
};

/** Recipes for an unattended import: those of administrators. */
export const recipesOfAdministrators = (db: Kysely<DB>, table: RecipeTable): Promise<Recipe[]> =>
  findRecipes(db, table, NIL_ID, sql`r.created_by in (select user_id from sys_user_role where role_code = 'ROLE_ADMIN')`);

async function findRecipes(db: Kysely<DB>, table: RecipeTable, userId: string, isOpen: RawBuilder<unknown>): Promise<Recipe[]> {
  const rows = await db
    .selectFrom('sys_import_recipe as r')
    .innerJoin('sys_user as u', 'u.id', 'r.created_by')
    .where('r.kind', '=', kindOf(table))
    .where(sql<boolean>`(${isOpen}) and ${maySignIn}`)
    .orderBy((eb) => eb('r.created_by', '=', userId), 'desc')
    .orderBy('r.updated_at', 'desc')
    .limit(RECIPES_MAX)
    .select(['r.id', 'r.name', 'u.name as by', 'r.headings', 'r.choice'])
    .execute();
  return rows.flatMap((row) => {
    // One from another version must not fail the import.
    const { data: choice } = z.safeParse(choiceSchema, row.choice);
    return choice ? [{ ...row, choice }] : [];
  });
}

/** All headings of recipes, by which the sheet and its heading row are found. */
export const headingsIn = (recipes: readonly Recipe[]): string[] => recipes.flatMap(({ headings }) => headings.split('\n'));

/** The first recipe for the headings of a sheet, as answers about it. */
export function findRecipe(recipes: readonly Recipe[], sheet: Sheet): { recipe: Recipe; answers: Answers } | null {
  const headings = headingsOf(sheet);
  const recipe = headings === '' ? undefined : recipes.find((each) => each.headings === headings);
  if (!recipe) return null;
  const left = sheet.headings.map(headingText);
  const columns = recipe.choice.columns.flatMap(([heading, key]) => {
    const at = left.indexOf(heading);
    if (at < 0) return [];
    left[at] = '\n';
    return [`${at}.${key}`];
  });
  const { values, comma } = recipe.choice;
  return { recipe, answers: { columns: columns.join(','), values, ...(comma && { comma }) } };
}

/**
 * Before anything is written, since some imports are written in parts.
 * @throws AppError WORKBOOK if the headings are too long to keep; API_TOKEN, as recipes are kept for people
 */
export function assertRecipe(sheet: Sheet, { apiToken }: Pick<Caller, 'apiToken'>, locale: Locale): void {
  if (apiToken !== null) throw new AppError('API_TOKEN');
  if (headingsOf(sheet).length > HEADINGS_MAX)
    throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.recipeTooLong') } });
}

/** Stores the answers that a list was imported with. Columns without a heading are asked about each time. */
export async function saveRecipe(
  { trx, caller, logChange }: WriteContext<Caller>,
  table: RecipeTable,
  sheet: Sheet,
  { name, file, columns, query }: { name: string; file: string; columns: ImportReply['columns']; query: Answers },
): Promise<void> {
  const headings = headingsOf(sheet);
  if (headings === '') return;
  const answered = columns.flatMap(({ at, key }): [string, string][] => {
    const heading = headingText(sheet.headings[at] ?? '');
    return key === null || heading === '' ? [] : [[heading, key]];
  });
  const choice: Choice = { columns: answered, values: query.values ?? '', ...(query.comma && { comma: query.comma }) };
  await trx
    .insertInto('sys_import_recipe')
    .values({ id: newId(), kind: kindOf(table), name, headings, choice: JSON.stringify(choice), created_by: caller.userId })
    .onConflict((conflict) =>
      conflict.expression(sql`kind, md5(headings), created_by`).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        choice: eb.ref('excluded.choice'),
        updated_at: eb.fn<Date>('now'),
      })),
    )
    .execute();
  logChange({ entity: table.entity, id: 'import', change: { file, recipe: name } });
}
