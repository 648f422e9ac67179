/**
 * The same object for a process that may be killed: its methods neither begin nor answer any more once it is dead, so
 * that a caller waits for it for good.
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
