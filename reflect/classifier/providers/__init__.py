"""Programs that answer requests: one file a protocol, all behind ``provider.Provider``."""
