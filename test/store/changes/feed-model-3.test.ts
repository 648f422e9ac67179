import { describeFeedModel } from './model/describe-feed-model.ts';

describeFeedModel(48_703);
