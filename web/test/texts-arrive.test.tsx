// Text tables arrive while a page is in use, for preloaded pages.
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PlainKey } from '@kuwei/contract/phrase';
import { documents } from '../src/phrase/zh-documents.ts';
import { goods } from '../src/phrase/zh-goods.ts';
import { loadPhrases, useT } from '../src/phrase/phrases.ts';

const drawn = vi.fn();
function Text({ text }: { text: PlainKey }) {
  const t = useT();
  drawn(text);
  return <p>{t(text)}</p>;
}

const [ofGoods, ofDocuments] = [goods, documents].map((table) => Object.keys(table)[0] as PlainKey) as [PlainKey, PlainKey];

test('[F-W11] texts that nothing on screen has missed cause no rerender; missed ones appear', async () => {
  await loadPhrases('zh', 'goods');
  const { rerender } = render(<Text text={ofGoods} />);
  await act(() => loadPhrases('zh', 'people'));
  expect(drawn.mock.calls).toEqual([[ofGoods]]);
  rerender(<Text text={ofDocuments} />);
  expect(screen.getByText(ofDocuments)).toBeTruthy();
  await act(() => loadPhrases('zh', 'documents'));
  expect(screen.getByText(documents[ofDocuments as keyof typeof documents] as string)).toBeTruthy();
});
