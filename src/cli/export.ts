export const exportCommand = async (): Promise<number> => 0;
