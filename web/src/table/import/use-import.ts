import { EVENTS } from '@kuwei/contract/event';
import type { Comma } from '@kuwei/contract/workbook/read-comma';
import type { Encoding, ImportQuery, ImportReply } from '@kuwei/contract/workbook/workbook';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { useRef, useState } from 'react';
import { isEvent, onLiveEvent } from '../../api/live.ts';
import { invalidate } from '../../api/query-client.ts';
import type { Answer } from '../../api/send.ts';
import { fileNameIn, saveFile } from '../../browser/save-file.ts';
import { uuid } from '../../browser/uuid.ts';
import { usePageCall } from '../../page/query.ts';
import { t } from '../../phrase/phrases.ts';
import { noticeError } from '../../ui/feedback.ts';
import type { Importer } from '../list-types.ts';

/** Progress in rows of a chunked import. */
interface Progress {
  done: number;
  total: number;
}

/** @param part fraction of the upload sent, 0 to 1; at 1 the server is reading it */
export type Busy =
  | { is: 'checking'; file: File; part: number }
  | { is: 'writing'; file: File; part: number; written: Progress | null };
type Stage =
  | { is: 'start'; fault: string | null }
  | Busy
  /** @param isStale an answer is being checked */
  | { is: 'checked'; file: File; reply: ImportReply; isStale: boolean }
  | { is: 'done'; reply: ImportReply };

/** Keys of our columns by column number, and one value for all rows by key. */
interface Answers {
  /** Id of the recipe that they started from. */
  recipe: string | null;
  columns: Map<number, string>;
  values: Map<string, string>;
}

const answersIn = ({ columns, choices }: ImportReply, recipe: string | null): Answers => ({
  recipe,
  columns: new Map(columns.flatMap(({ at, key }) => (key === null ? [] : [[at, key] as const]))),
  values: new Map(choices.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]))),
});

type CallImport = (route: Importer['route'], input: object, options: object) => Promise<ImportReply>;

export function useImport({ route, template }: Importer, changes: string) {
  const [stage, setStage] = useState<Stage>({ is: 'start', fault: null });
  const call = usePageCall();
  const key = useRef('');
  /** The user's answers; null before the first check, which may use a recipe. */
  const answers = useRef<Answers | null>(null);
  /** The sheet chosen by the user. */
  const sheet = useRef<number | null>(null);
  /** The user's choice of encoding and decimal comma, and whether rows that grant rights are written. */
  const readAs = useRef<{ encoding?: Encoding; comma?: Comma; rights?: boolean }>({});
  const chosen = (): Pick<
    ImportQuery,
    'columns' | 'values' | 'useRecipe' | 'recipe' | 'sheet' | 'encoding' | 'comma' | 'rights'
  > => ({
    ...readAs.current,
    ...(answers.current
      ? {
          columns: [...answers.current.columns].map(([at, name]) => `${at}.${name}`).join(','),
          values: new URLSearchParams([...answers.current.values]).toString(),
          ...(answers.current.recipe !== null && { recipe: answers.current.recipe }),
        }
      : { useRecipe: true }),
    ...(sheet.current !== null && { sheet: sheet.current }),
  });

  /** @param isQuiet the last reply stays in view meanwhile */
  const send = async (file: File, is: 'checking' | 'writing', query: object, isQuiet = false): Promise<ImportReply | null> => {
    const sent = (part: number): void => {
      if (isQuiet) setStage((now) => (now.is === 'checked' ? { ...now, isStale: true } : now));
      else setStage({ is, file, part, written: null });
    };
    sent(0);
    const stop = onLiveEvent((event) => {
      const progress = event.d as Progress & { file: string };
      if (!isEvent(event, EVENTS.importing) || progress.file !== file.name) return;
      setStage((now) => (now.is === 'writing' ? { ...now, part: 1, written: progress } : now));
    });
    try {
      return await (call as unknown as CallImport)(
        route,
        { file, query },
        { idempotencyKey: key.current, onUploadProgress: sent },
      );
    } catch (error) {
      // The answers stay, and nothing is written until they have been checked.
      if (isQuiet) noticeError(t('common.loadFailed'), messageOf(error));
      else setStage({ is: 'start', fault: messageOf(error) });
      return null;
    } finally {
      stop();
    }
  };
  const check = async (file: File): Promise<void> => {
    answers.current = null;
    sheet.current = null;
    readAs.current = {};
    await look(file);
  };
  const look = async (file: File, isQuiet = false): Promise<void> => {
    key.current = uuid();
    const turn = key.current;
    const reply = await send(file, 'checking', { dryRun: true, ...chosen() }, isQuiet);
    // Another answer was given meanwhile.
    if (!reply || key.current !== turn) return;
    answers.current = answersIn(reply, reply.recipe?.id ?? answers.current?.recipe ?? null);
    if (reply.recipe && reply.commas?.taken) readAs.current = { ...readAs.current, comma: reply.commas.taken };
    setStage({ is: 'checked', file, reply, isStale: false });
  };
  const answer = async (at: number, name: string): Promise<void> => {
    if (stage.is !== 'checked') return;
    answers.current?.columns.set(at, name);
    await look(stage.file, true);
  };
  /** One value for all rows; empty for none. */
  const giveValue = async (name: string, value: string): Promise<void> => {
    if (stage.is !== 'checked') return;
    answers.current?.values.set(name, value);
    await look(stage.file, true);
  };
  const dropRecipe = async (): Promise<void> => {
    if (stage.is !== 'checked') return;
    answers.current = { recipe: null, columns: new Map(), values: new Map() };
    delete readAs.current.comma;
    await look(stage.file, true);
  };
  const takeSheet = async (at: number): Promise<void> => {
    if (stage.is !== 'checked') return;
    answers.current = null;
    sheet.current = at;
    await look(stage.file, true);
  };
  const take = async (choice: typeof readAs.current): Promise<void> => {
    if (stage.is !== 'checked') return;
    // Another encoding changes the headings too.
    if (choice.encoding) answers.current = null;
    readAs.current = { ...readAs.current, ...choice };
    await look(stage.file, true);
  };
  /** @param remember name of the recipe to keep the answers as */
  const write = async (partial: boolean, remember: string): Promise<void> => {
    if (stage.is !== 'checked') return;
    key.current = uuid();
    // As previewed.
    const { encoding } = stage.reply;
    const query = {
      dryRun: false,
      partial,
      ...chosen(),
      ...(encoding && { encoding: encoding.taken }),
      ...(remember !== '' && { remember }),
    };
    const reply = await send(stage.file, 'writing', query);
    if (!reply) return;
    await invalidate(changes);
    setStage(reply.written ? { is: 'done', reply } : { is: 'checked', file: stage.file, reply, isStale: false });
  };

  const download = async (fetched: Promise<unknown>, name: string): Promise<void> => {
    try {
      const { data, headers } = (await fetched) as Answer<Blob>;
      saveFile(data, fileNameIn(headers, name));
    } catch (error) {
      noticeError(t('common.loadFailed'), messageOf(error));
    }
  };
  return {
    stage,
    check,
    answer,
    giveValue,
    dropRecipe,
    takeSheet,
    takeEncoding: (encoding: Encoding) => take({ encoding }),
    takeComma: (comma: Comma) => take({ comma }),
    takeRights: (rights: boolean) => take({ rights }),
    write,
    restart: () => setStage({ is: 'start', fault: null }),
    fetchTemplate: () =>
      download(
        (call as unknown as (...args: unknown[]) => Promise<unknown>)(template!, {}, { responseAll: true }),
        'template.xlsx',
      ),
    fetchMarked: (id: string) =>
      download(call(fileRoutes.download, { params: { file: id } }, { responseAll: true }), 'errors.xlsx'),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
