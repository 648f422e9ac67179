import { CURL_REQUESTS } from './curl-requests.ts';
import { EXCEL_REQUESTS } from './excel-requests.ts';
import type { GuideRequest, GuideTask, GuideTool } from './guide-request.ts';
import { PYTHON_REQUESTS } from './python-requests.ts';

export const GUIDE_REQUESTS: Readonly<Record<GuideTool, Readonly<Record<GuideTask, GuideRequest>>>> = {
  curl: CURL_REQUESTS,
  excel: EXCEL_REQUESTS,
  python: PYTHON_REQUESTS,
};
