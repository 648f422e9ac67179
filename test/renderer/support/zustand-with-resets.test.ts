import { expect, it } from 'vitest';
import { create, createStore } from 'zustand';

const useHook = create<{ count: number }>()(() => ({ count: 0 }));
const plain = createStore<{ count: number }>()(() => ({ count: 0 }));

it.each(['first', 'second'])('no store is as the test before has left it: the %s test', () => {
  expect([useHook.getState().count, plain.getState().count]).toEqual([0, 0]);
  useHook.setState({ count: 1 });
  plain.setState({ count: 1 });
});
