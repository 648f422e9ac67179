import { BlockList, isIP } from 'node:net';
import type { AllowedReceiver } from './allowed-receiver.ts';
import { createPublicAddressCheck } from './public-address-check.ts';
import type { ReceiverTarget } from './receiver-target.ts';

export type GateRefusal = 'own_program' | 'not_public' | 'local_name';

/** Decides where messages may go. */
export interface ReceiverGate {
  /** Null lets the name, or the literal address, through. */
  refusalOfHost(target: ReceiverTarget): GateRefusal | null;
  /** Null lets all of the addresses of a target through; one that is wrong refuses them together. */
  refusalOfAddresses(target: ReceiverTarget, addresses: readonly string[]): GateRefusal | null;
}

export interface GateParts {
  readonly allowed: readonly AllowedReceiver[];
  /** Where the program itself listens, now. */
  readonly ownPorts: () => readonly number[];
  /** Of this computer, now. */
  readonly ownAddresses: () => readonly string[];
}

const LOCAL_NAME = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/;

export function createReceiverGate({ allowed, ownPorts, ownAddresses }: GateParts): ReceiverGate {
  const isPublic = createPublicAddressCheck();
  const allowedRanges = rangesByHost(allowed);

  const isOwnProgram = ({ port }: ReceiverTarget, address: string): boolean =>
    ownPorts().includes(port) && contains(listOfOwn(ownAddresses()), address);

  const refusalOfAddress = (target: ReceiverTarget, address: string): GateRefusal | null => {
    if (isOwnProgram(target, address)) return 'own_program';
    const ranges = allowedRanges.get(target.host);
    if (isPublic(address) || (ranges && contains(ranges, address))) return null;
    return 'not_public';
  };

  const refusalOfAddresses = (target: ReceiverTarget, addresses: readonly string[]): GateRefusal | null =>
    addresses.map((address) => refusalOfAddress(target, address)).find((refusal) => refusal !== null) ?? null;

  return {
    refusalOfHost(target) {
      if (target.isLiteral) return refusalOfAddresses(target, [target.host]);
      return LOCAL_NAME.test(target.host) && !allowedRanges.has(target.host) ? 'local_name' : null;
    },
    refusalOfAddresses,
  };
}

function rangesByHost(allowed: readonly AllowedReceiver[]): ReadonlyMap<string, BlockList> {
  const ranges = new Map<string, BlockList>();
  for (const { host, range } of allowed) {
    const list = ranges.get(host) ?? new BlockList();
    list.addSubnet(range.first, range.prefixBits, range.family);
    ranges.set(host, list);
  }
  return ranges;
}

/** The whole of 127.0.0.0/8 leads here, and so do the addresses that mean "any". */
function listOfOwn(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  for (const address of ['0.0.0.0', '::', '::1', ...addresses]) list.addAddress(address, familyOf(address));
  return list;
}

/** An IPv4 address inside `::ffff:0:0/96` counts as itself: the system connects to it as such. */
function contains(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
