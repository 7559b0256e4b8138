print("leporello")
