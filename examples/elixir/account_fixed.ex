# account.ex without its bug: the server looks and takes in one call.
defmodule AccountFixed do
  use GenServer
  import ExUnit.Assertions

  def start_link(balance), do: GenServer.start_link(__MODULE__, balance)
  def balance(account), do: GenServer.call(account, :balance, :infinity)
  def buy(account, price), do: GenServer.call(account, {:buy, price}, :infinity)

  @impl true
  def init(balance), do: {:ok, balance}

  @impl true
  def handle_call(:balance, _from, balance), do: {:reply, balance, balance}

  def handle_call({:buy, price}, _from, balance) when balance >= price,
    do: {:reply, :bought, balance - price}

  def handle_call({:buy, _price}, _from, balance), do: {:reply, :too_expensive, balance}

  def test do
    {:ok, account} = start_link(100)
    test = self()
    spawn(fn -> send(test, {:first, buy(account, 80)}) end)
    for _ <- 1..2, do: balance(account)
    second = buy(account, 80)
    first = receive do {:first, result} -> result end
    assert balance(account) >= 0
    assert Enum.sort([first, second]) == [:bought, :too_expensive]
    GenServer.stop(account)
  end
end
