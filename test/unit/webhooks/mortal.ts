/**
 * Wraps an object of a process that can be killed. Once it is dead its methods neither start nor return, so callers
 * wait forever.
 */
export function mortal<Living extends object>(living: Living, isDead: () => boolean): Living {
  const unlessDead =
    (method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]) => {
      if (isDead()) return new Promise(() => {});
      const answer = method.apply(living, given);
      if (!(answer instanceof Promise)) return answer;
      return answer.then((value) => (isDead() ? new Promise(() => {}) : value));
    };
  return new Proxy(living, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? unlessDead((...given) => member.apply(target, given)) : member;
    },
  });
}
