import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useQueryCache } from '../../../renderer/lib/query-cache.ts';
import { renderPage } from '../features/support/render-page.tsx';

const queryKey = ['counted'];

function Page() {
  const count = useQueryCache((cache) => cache.findAll({ queryKey }).length);
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsWhole(true)}>{`${count} read`}</button>
      {isWhole && <Part />}
    </>
  );
}

/** Makes a query while it is drawn. */
function Part() {
  useQuery({ queryKey, queryFn: () => 'read' });
  return null;
}

it('notifies a page of the queries that its parts make, and not while they are drawn', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => complaints.mockRestore());
  const { user } = await renderPage(<Page />);

  await user.click(screen.getByRole('button', { name: '0 read' }));

  expect(await screen.findByText('1 read')).toBeDefined();
  expect(complaints).not.toHaveBeenCalled();
});
