import type { FastifyInstance } from 'fastify';
import { type ApiKeysRoutesDeps, addApiKeysRoutes } from './api-keys-routes.ts';
import { addCompanyRoutes, type CompanyRoutesDeps } from './company-routes.ts';
import { addCopiesRoutes, type CopiesRoutesDeps } from './copies-routes.ts';
import { addExportHistoryRoutes, type ExportHistoryRoutesDeps } from './export-history-routes.ts';
import { addLiveTillRoutes, type LiveTillRoutesDeps } from './live-till-routes.ts';
import { addNewsRoutes, type NewsRoutesDeps } from './news-routes.ts';
import { addPreferencesRoutes, type PreferencesRoutesDeps } from './preferences-routes.ts';
import { addRequestsRoutes, type RequestsRoutesDeps } from './requests-routes.ts';
import { addSchedulesRoutes, type SchedulesRoutesDeps } from './schedules-routes.ts';

export interface WindowRoutesDeps
  extends ApiKeysRoutesDeps,
    CompanyRoutesDeps,
    CopiesRoutesDeps,
    ExportHistoryRoutesDeps,
    LiveTillRoutesDeps,
    NewsRoutesDeps,
    PreferencesRoutesDeps,
    RequestsRoutesDeps,
    SchedulesRoutesDeps {}

/** What only the window may ask; see `shared/contract/window.ts`. */
export function addWindowRoutes(app: FastifyInstance, deps: WindowRoutesDeps): void {
  addApiKeysRoutes(app, deps);
  addCompanyRoutes(app, deps);
  addCopiesRoutes(app, deps);
  addExportHistoryRoutes(app, deps);
  addLiveTillRoutes(app, deps);
  addNewsRoutes(app, deps);
  addPreferencesRoutes(app, deps);
  addRequestsRoutes(app, deps);
  addSchedulesRoutes(app, deps);
}
