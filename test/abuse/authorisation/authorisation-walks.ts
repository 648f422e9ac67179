import type { IdParameter } from '../../security/support/authorisation/endpoint-targets.ts';
import type { Findings } from '../../security/support/authorisation/findings.ts';
import type { SignedInAsker } from '../../security/support/authorisation/guarded-shop.ts';
import { walkIndifference } from '../../security/support/authorisation/indifference-walk.ts';
import { kindOf, walkEndpoints, walkIds } from '../../security/support/authorisation/matrix-walk.ts';
import { walkOwnRecords } from '../../security/support/authorisation/own-records-walk.ts';
import { RECORD_KINDS, type RecordRegister } from '../../security/support/authorisation/record-register.ts';
import { walkForeignWebhooks, walkOwnWebhooks } from '../../security/support/authorisation/webhook-walk.ts';
import { LOCATION } from '../../support/shop-fixture.ts';
import type { SuiteSize } from '../harness/suite.ts';
import type { OverheardShop } from './overheard-shop.ts';

export interface Walk {
  readonly counts: string;
  walk(shop: OverheardShop): Promise<Findings>;
}

const UNKNOWN_IDS = [0, 999_999, 999_999_999_999_999];
/** One for each way in which what somebody sees can be narrowed. */
const FEW = ['owner of alpha', 'owner of beta', `staff of alpha locked to ${LOCATION.utrecht}`];
const FEW_OF_WEBHOOKS = [
  'owner of beta',
  `owner of alpha locked to ${LOCATION.amsterdam}`,
  `staff of alpha locked to ${LOCATION.utrecht}`,
];

/** In the order in which they find most; the last changes the shop. */
export function authorisationWalks(size: SuiteSize): readonly Walk[] {
  const isFull = size === 'full';
  const among = (askers: readonly SignedInAsker[], names: readonly string[]) =>
    isFull ? askers : askers.filter(({ name, by }) => by === 'token' && names.includes(name));
  const withTokens = (askers: readonly SignedInAsker[]) => askers.filter(({ by }) => by === 'token');
  const tokensOf = (askers: readonly SignedInAsker[]) => withTokens(among(askers, FEW));
  const whoTriesIds = size === 'short' ? tokensOf : withTokens;
  const ids = size === 'short' ? fewIds : isFull ? everyId : idsOfItsKind;

  // Others sell at other locations and in the other account: one who is locked feels both.
  const isLookedAt = ({ lock }: SignedInAsker) => size !== 'short' || lock !== null;

  const walks: Walk[] = [
    { counts: 'calls of endpoints', walk: (shop) => walkEndpoints(shop, among(shop.askers, FEW)) },
    { counts: 'pairs of who asks and an id', walk: (shop) => walkIds(shop, whoTriesIds(shop.askers), ids) },
    {
      counts: 'calls of webhooks',
      walk: (shop) => walkOwnWebhooks(shop, shop.planted, among(shop.askers, FEW_OF_WEBHOOKS)),
    },
    {
      counts: 'calls of webhooks',
      walk: (shop) => walkForeignWebhooks(shop, shop.planted, among(shop.askers, FEW_OF_WEBHOOKS)),
    },
    { counts: 'kinds of records beyond the endpoints', walk: walkOwnRecords },
    {
      counts: 'answers while others sell',
      walk: (shop) => walkIndifference(shop, tokensOf(shop.askers).filter(isLookedAt)),
    },
  ];
  if (!isFull) return walks;
  const withKeys: Walk = {
    counts: 'pairs of who asks and an id',
    walk: (shop) =>
      walkIds(
        shop,
        shop.askers.filter(({ by }) => by === 'api key'),
        idsOfItsKind,
      ),
  };
  return [withKeys, ...walks];
}

function everyId(register: RecordRegister): Set<number> {
  const known = RECORD_KINDS.flatMap((kind) => [...register[kind].keys()]);
  return new Set([...known, ...register.furtherIds, ...UNKNOWN_IDS]);
}

function idsOfItsKind(register: RecordRegister, parameter: IdParameter): number[] {
  return [...register[kindOf(parameter)].keys(), ...UNKNOWN_IDS];
}

/** The first of each place where records of the kind can be seen, and one that does not exist. */
function fewIds(register: RecordRegister, parameter: IdParameter): number[] {
  const byOwner = Map.groupBy(register[kindOf(parameter)], ([, owner]) => JSON.stringify(owner));
  return [0, ...[...byOwner.values()].flatMap(([first]) => (first === undefined ? [] : [first[0]]))];
}
