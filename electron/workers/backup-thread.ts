import { answerBackupRequest } from '../store/backups/threaded-backup-work.ts';
import { answerRequests } from './answer-requests.ts';

answerRequests(answerBackupRequest);
