/** What this computer keeps of an account of another platform. */
export interface ShownCopy {
  /** Its base address. */
  readonly platform: string;
  readonly account: string;
  /** How many of its users have a copy here. */
  readonly users: number;
  /** When the platform was heard last, to a minute; RFC 3339. */
  readonly updatedAt: string;
  readonly bytes: number;
}
