// The organisation shown in the header.
import { NO_MENU_GRANTS } from '@kuwei/contract/menu';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePageRole } from '../src/api/page-role.ts';
import { queryClient } from '../src/api/query-client.ts';
import { saveTokens } from '../src/api/tokens.ts';
import { loadPhrases } from '../src/phrase/phrases.ts';
import { useUser } from '../src/session/user.ts';
import { GroupSwitch } from '../src/shell/GroupSwitch.tsx';
import { pair, startServer, type Scripted } from './_server.ts';

let server: Scripted;
beforeAll(async () => {
  await loadPhrases('zh', 'first');
  server = await startServer();
  saveTokens(pair('a') as never);
});
afterAll(() => server.close());

test('[F-3U6] a user with a single organisation and role reads its name, without a switch', async () => {
  server.answer(() => ({ body: [{ id: 'o', code: 'S', name: '国药试剂', type: 'SUPPLIER', selected: false }] }));
  useUser.setState({
    user: { id: 'u', name: '甲', username: 'a' } as never,
    roles: [{ code: 'ROLE_SUPPLIER', powers: [] }],
    opened: NO_MENU_GRANTS,
  });
  usePageRole.setState({ pageRole: 'ROLE_SUPPLIER' });
  render(
    <QueryClientProvider client={queryClient}>
      <GroupSwitch />
    </QueryClientProvider>,
  );
  expect((await screen.findByText('国药试剂')).textContent).toBe('国药试剂');
  expect(screen.queryByRole('link')).toBeNull();
});
