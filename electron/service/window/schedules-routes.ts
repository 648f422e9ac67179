import type { FastifyInstance } from 'fastify';
import type { SavedSchedule, Schedule, ScheduleForm } from '../../../shared/contract/schedules.ts';
import { listSchedules, removeSchedule, runSchedule, saveSchedule } from '../../../shared/contract/window.ts';
import type { Caller } from '../../base/caller.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import { ApiError } from '../server/api-error.ts';

export interface SchedulesRoutesDeps {
  readonly schedules: {
    list(caller: Caller): Promise<readonly Schedule[]>;
    /** `null` if the user has no schedule of this id. */
    save(caller: Caller, id: number | null, form: ScheduleForm): Promise<SavedSchedule | null>;
    /** Returns whether the user has a schedule of this id. */
    remove(caller: Caller, id: number): Promise<boolean>;
    /** Returns whether the user has a schedule of this id that is not paused. */
    runNow(caller: Caller, id: number): Promise<boolean>;
  };
}

/** The scheduled exports of the signed-in user. */
export function addSchedulesRoutes(app: FastifyInstance, { schedules }: SchedulesRoutesDeps): void {
  const unknown = (id: number | null) => new ApiError('not_found', `You have no schedule ${id}.`);

  addEndpoint(app, listSchedules, ({ caller }) => schedules.list(caller));

  addEndpoint(app, saveSchedule, async ({ caller, body: { id, form } }) => {
    const saved = await schedules.save(caller, id, form);
    if (saved === null) throw unknown(id);
    return saved;
  });

  addEndpoint(app, removeSchedule, async ({ caller, id }) => {
    if (!(await schedules.remove(caller, id))) throw unknown(id);
    return null;
  });

  addEndpoint(app, runSchedule, async ({ caller, id }) => {
    if (!(await schedules.runNow(caller, id))) {
      throw new ApiError('not_found', `You have no schedule ${id} that is not paused.`);
    }
    return null;
  });
}
