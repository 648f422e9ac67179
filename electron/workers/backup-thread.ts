import { answerBackupRequest } from '../store/backups/backup-work.ts';
import { answerRequests } from './answer-requests.ts';

answerRequests(answerBackupRequest);
