/**
 * How many wrong guesses may reach the platform, worked out from the contract's own sentence: from the 6th failure in a
 * row on one attempt after 1, 2, 4 … 60 s. Of what cannot be let through nothing is counted.
 */
export class ThrottleOracle {
  private failures = 0;
  private mayTryAt = 0;

  /** Of `guesses` that come at one moment. */
  most(guesses: number, nowMs: number): number {
    let most = 0;
    while (most < guesses && nowMs >= this.mayTryAt) {
      most += 1;
      this.failures += 1;
      this.mayTryAt = nowMs + this.pauseS() * 1_000;
    }
    return most;
  }

  /** What `Retry-After` says at that moment; 0 where one may try. */
  waitS(nowMs: number): number {
    return Math.max(0, Math.ceil((this.mayTryAt - nowMs) / 1_000));
  }

  succeed(): void {
    this.failures = 0;
    this.mayTryAt = 0;
  }

  private pauseS(): number {
    const pauses = [1, 2, 4, 8, 16, 32];
    return this.failures < 5 ? 0 : (pauses[this.failures - 5] ?? 60);
  }
}
