import { answerBackupRequest } from './store/backups/threaded-backup-work.ts';
import { answerRequests } from './threads/answer-requests.ts';

answerRequests(answerBackupRequest);
