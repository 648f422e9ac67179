import { answerBackupRequest } from '../store/backups/backup-work.ts';
import { createTask } from './tasks.ts';

export default createTask(answerBackupRequest);
