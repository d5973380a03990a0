import type { Locale } from '@kuwei/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { loadCode } from '../../../browser/lazy-part.ts';
import { useLocale } from '../../../phrase/phrases.ts';

const tables = {
  zh: async () => (await import('./statements-zh.ts')).statements,
  en: async () => (await import('./statements-en.ts')).statements,
} satisfies Record<Locale, () => Promise<Readonly<Record<string, string>>>>;

/** Texts of the hazard statements by code; empty until the lazy chunk has loaded. */
export function useStatements(): Readonly<Record<string, string>> {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ['hazard statements', locale],
    queryFn: () => loadCode<Readonly<Record<string, string>>>(tables[locale]),
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return data ?? {};
}
