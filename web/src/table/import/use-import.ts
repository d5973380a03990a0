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
  | { is: 'checked'; file: File; reply: ImportReply }
  | { is: 'done'; reply: ImportReply };

type CallImport = (route: Importer['route'], input: object, options: object) => Promise<ImportReply>;

export function useImport({ route, template }: Importer, changes: string) {
  const [stage, setStage] = useState<Stage>({ is: 'start', fault: null });
  const call = usePageCall();
  const key = useRef('');
  /** Column assignments by the user, by column number. */
  const answers = useRef(new Map<number, string>());
  /** The sheet chosen by the user. */
  const sheet = useRef<number | null>(null);
  /** The user's choice of encoding and decimal comma, and whether rows that grant rights are written. */
  const readAs = useRef<{ encoding?: Encoding; comma?: Comma; rights?: boolean }>({});
  const chosen = (): Pick<ImportQuery, 'columns' | 'sheet' | 'encoding' | 'comma' | 'rights'> => ({
    ...readAs.current,
    ...(answers.current.size > 0 && { columns: [...answers.current].map(([at, name]) => `${at}.${name}`).join(',') }),
    ...(sheet.current !== null && { sheet: sheet.current }),
  });

  const send = async (file: File, is: 'checking' | 'writing', query: object): Promise<ImportReply | null> => {
    setStage({ is, file, part: 0, written: null });
    const stop = onLiveEvent((event) => {
      const progress = event.d as Progress & { file: string };
      if (!isEvent(event, EVENTS.importing) || progress.file !== file.name) return;
      setStage((now) => (now.is === 'writing' ? { ...now, part: 1, written: progress } : now));
    });
    try {
      return await (call as unknown as CallImport)(
        route,
        { file, query },
        { idempotencyKey: key.current, onUploadProgress: (part: number) => setStage({ is, file, part, written: null }) },
      );
    } catch (error) {
      setStage({ is: 'start', fault: messageOf(error) });
      return null;
    } finally {
      stop();
    }
  };
  const check = async (file: File): Promise<void> => {
    answers.current = new Map();
    sheet.current = null;
    readAs.current = {};
    await look(file);
  };
  const look = async (file: File): Promise<void> => {
    key.current = uuid();
    const reply = await send(file, 'checking', { dryRun: true, ...chosen() });
    if (reply) setStage({ is: 'checked', file, reply });
  };
  const answer = async (at: number, name: string): Promise<void> => {
    if (stage.is !== 'checked') return;
    answers.current.set(at, name);
    await look(stage.file);
  };
  const takeSheet = async (at: number): Promise<void> => {
    if (stage.is !== 'checked') return;
    answers.current = new Map();
    sheet.current = at;
    await look(stage.file);
  };
  const take = async (choice: typeof readAs.current): Promise<void> => {
    if (stage.is !== 'checked') return;
    // Another encoding changes the headings too.
    if (choice.encoding) answers.current = new Map();
    readAs.current = { ...readAs.current, ...choice };
    await look(stage.file);
  };
  const write = async (partial: boolean): Promise<void> => {
    if (stage.is !== 'checked') return;
    key.current = uuid();
    // As previewed.
    const { encoding } = stage.reply;
    const query = { dryRun: false, partial, ...chosen(), ...(encoding && { encoding: encoding.taken }) };
    const reply = await send(stage.file, 'writing', query);
    if (!reply) return;
    await invalidate(changes);
    setStage(reply.written ? { is: 'done', reply } : { is: 'checked', file: stage.file, reply });
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
